#include "text/utf8.h"

#include <gtest/gtest.h>
