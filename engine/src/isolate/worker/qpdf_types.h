#pragma once

// qpdf's switch to std::shared_ptr.
#ifndef POINTERHOLDER_TRANSITION
#define POINTERHOLDER_TRANSITION 4
#endif

// qpdf's JSON header has a vector of a type inside that type, which clang 14 does not take in C++20. Only declarations
// of the headers below name it, so that its name is enough.
#ifndef JSON_HH
#define JSON_HH
class JSON;
#endif

// After both.
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
