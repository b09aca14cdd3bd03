// SPDX-License-Identifier: Apache-2.0
// getopt, getopt_long and getopt_long_only with a state of their own, as in the GNU C library.
//
// Source      POSIX.1-2017, getopt; the manual of the GNU C Library, 25.2: words that are no
//             options go behind those that are, unless `letters` begins with '+' or POSIXLY_CORRECT
//             is set.

#pragma once

#include <getopt.h>
#include <string>

namespace toruscope::mpi {

struct OptionWords {
  char* argument = nullptr;  ///< optarg
  int index = 1;             ///< optind
  int tells = 1;             ///< opterr
  int option = '?';          ///< optopt

  struct Question {
    int count;
    char* const* words;
    const char* letters;
    const struct option* names = nullptr;  ///< null: getopt
    int* name_index = nullptr;
    bool takes_one_dash = false;  ///< getopt_long_only
  };
  /// The next option, or -1. What is wrong is added to `told`, a line each.
  int next(const Question& question, std::string& told);

 private:
  int take(const Question& question, std::string& told);
  int take_name(const Question& question, char* word, bool may_be_letter, std::string& told);
  int take_letter(const Question& question, std::string& told);
  int refuse(const Question& question, std::string& told, int option_found, const std::string& why);

  int place_ = 0;  ///< in the word of several letters: "-xyz"
};

}  // namespace toruscope::mpi
