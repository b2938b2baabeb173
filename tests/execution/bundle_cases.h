#pragma once

#include <string>
#include <vector>

#include "execution/support.h"

namespace sluice::pipeline {

/// Bundles and what is to be said of each.
struct BundleCase {
  const char* name;
  std::string input;
  Codes codes;
  bool is_success;
};

inline std::vector<BundleCase> bundle_cases() {
  constexpr FindingCode kShape = FindingCode::kJsonSchema;
  constexpr FindingCode kUnknown = FindingCode::kJsonUnknownMember;
  return {
      {"control", R"({"format": 1, "exit_code": 0})", {}, true},
      {"control: unknown exit code is no success", R"({"format": 1})", {}, false},
      {"control: other exit code", R"({"format": 1, "exit_code": 3})", {}, false},
      {"control: signal", R"({"format": 1, "exit_code": -9})", {}, false},
      {"other format", R"({"format": 2, "exit_code": 0})", {kShape}, true},
      {"format is a string", R"({"format": "1", "exit_code": 0})", {kShape}, true},
      {"unknown member", R"({"format": 1, "exit_code": 0, "stdOut": "x"})", {kUnknown}, true},
      {"exit code is a string", R"({"format": 1, "exit_code": "0"})", {kShape}, false},
      {"exit code is a fraction", R"({"format": 1, "exit_code": 0.5})", {kShape}, false},
      {"exit code is true", R"({"format": 1, "exit_code": false})", {kShape}, false},
      {"exit code is null", R"({"format": 1, "exit_code": null})", {kShape}, false},
      {"exit code is too large", R"({"format": 1, "exit_code": 4294967296})", {kShape}, false},
      {"exit code twice", R"({"format": 1, "exit_code": 1, "exit_code": 0})", {kShape}, false},
      {"task id climbs", R"({"format": 1, "exit_code": 0, "task_id": "../x"})", {kShape}, true},
      {"stdout is a number", R"({"format": 1, "exit_code": 0, "stdout": 5})", {kShape}, true},
      {"stdout is null", R"({"format": 1, "exit_code": 0, "stdout": null})", {kShape}, true},
      {"stdout holds a number", R"({"format": 1, "exit_code": 0, "stdout": ["a", 5]})", {kShape}, true},
      {"error is a string", R"({"format": 1, "exit_code": 0, "error": "x"})", {kShape}, false},
      {"error has an unknown member", R"({"format": 1, "exit_code": 0, "error": {"code": 1}})", {kUnknown}, false},
      {"error name is a number", R"({"format": 1, "exit_code": 0, "error": {"name": 1}})", {kShape}, false},
      {"results is an object", R"({"format": 1, "exit_code": 0, "results": {}})", {kShape}, true},
      {"result is a string", R"({"format": 1, "exit_code": 0, "results": ["x"]})", {kShape}, true},
      {"result has an unknown member", R"({"format": 1, "exit_code": 0, "results": [{"gif": "x"}]})", {kShape}, true},
      {"result png is no base64",
       R"({"format": 1, "exit_code": 0, "results": [{"png": "!"}]})",
       {FindingCode::kResultEncoding},
       true},
      {"main is a number", R"({"format": 1, "exit_code": 0, "results": [{"is_main_result": 1}]})", {kShape}, true},
      {"files is an object", R"({"format": 1, "exit_code": 0, "files": {}})", {kShape}, true},
      {"file is a string", R"({"format": 1, "exit_code": 0, "files": ["x"]})", {kShape}, true},
      {"file without content",
       R"({"format": 1, "exit_code": 0, "files": [{"path": "a", "encoding": "utf-8"}]})",
       {kShape},
       true},
      {"file of another encoding",
       R"({"format": 1, "exit_code": 0, "files": [{"path": "a", "encoding": "hex", "content": "00"}]})",
       {kShape},
       true},
      {"file is no base64",
       R"({"format": 1, "exit_code": 0, "files": [{"path": "a", "encoding": "base64", "content": "a"}]})",
       {FindingCode::kResultEncoding},
       true},
      {"file has an unknown member",
       R"({"format": 1, "exit_code": 0, "files": [{"path": "a", "encoding": "utf-8", "content": "", "mode": 1}]})",
       {kUnknown},
       true},
      {"path is a number",
       R"({"format": 1, "exit_code": 0, "files": [{"path": 1, "encoding": "utf-8", "content": ""}]})",
       {kShape},
       true},
      {"path twice",
       R"({"format": 1, "exit_code": 0, "files": [{"path": "a", "path": "b", "encoding": "utf-8", "content": ""}]})",
       {kShape},
       true},
      {"not an object", "[1]", {kShape}, false},
      {"an error body of the server", R"({"detail": [{"type": "missing"}]})", {kShape}, false},
      {"a notebook", R"({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})", {kShape}, false},
      {"cut", R"({"format": 1, "exit_code": 0)", {FindingCode::kStreamProtocol, FindingCode::kJsonSyntax}, false},
      {"empty", "", {FindingCode::kStreamProtocol, FindingCode::kJsonSyntax}, false},
      {"trailing content",
       R"({"format": 1, "exit_code": 0} x)",
       {FindingCode::kStreamProtocol, FindingCode::kJsonTrailing},
       false},
  };
}

}  // namespace sluice::pipeline
