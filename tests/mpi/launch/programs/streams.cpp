// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <iomanip>
#include <iostream>
#include <map>
#include <mpi.h>
#include <regex>
#include <stdexcept>
#include <string>
#include <thread>

template <class T>
struct Shared {
  static int n;
};
template <class T>
int Shared<T>::n = 5;

inline int& counter() {
  static int c = 0;
  return c;
}

struct Greeting {
  Greeting() { std::cout << "constructed\n"; }
  ~Greeting() { std::cout << "destroyed after " << counter() << "\n"; }
};
static Greeting greeting;

int main(int argc, char** argv) {
  int rank = 0;
  std::ios::sync_with_stdio(false);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) std::cout << std::setprecision(3) << std::fixed;
  MPI_Barrier(MPI_COMM_WORLD);
  std::cout << rank << ": " << 3.14159265 << std::endl;
  std::cerr << rank << ": on cerr" << std::endl;
  Shared<int>::n += rank;
  counter() += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  std::map<std::string, int> m;
  m["a"] = Shared<int>::n;
  std::cout << rank << ": " << m["a"] << " " << counter() << " " << std::regex_match("aa", std::regex("a+"))
            << "\n";
  try {
    throw std::runtime_error("caught");
  } catch (const std::exception& e) {
    std::cout << rank << ": " << e.what() << "\n";
  }
  int number = 0;
  if (std::cin >> number)
    std::cout << rank << ": read " << number << "\n";
  else
    std::cout << rank << ": nothing to read\n";
  const auto start = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  const auto took =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start);
  std::cout << rank << ": slept " << took.count() << " ns\n";
  MPI_Finalize();
  if (argc > 1) throw std::runtime_error("nobody catches me");
  return 0;
}
