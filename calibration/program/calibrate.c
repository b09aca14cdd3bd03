/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures what messages cost on a cluster, for `toruscope calibrate`.
 *
 *   mpicc -O2 -std=c99 calibrate.c -o calibrate
 *   mpirun -n 2 ./calibrate > cluster.csv              two processes, best on two nodes
 *   toruscope calibrate cluster.csv -o cluster.toml
 *
 *   ./calibrate [-e BYTES] [-r REPEATS] [-d FILE]
 *     -e   longest message, default 4194304
 *     -r   measurements of each row, default 25
 *     -d   a map: lines RANK RANK LINKS, pairs of processes and the links between their nodes; the first
 *          pair is the one of most tests. Without it these are process 0 and the first one on another node.
 *
 * Each row is a median over the measurements, after some that do not count; beside it the least one and the
 * quartiles. Rows:
 *
 *   ping-pong   half of a round trip
 *   window      `count` messages without waiting, then an answer of `answer` bytes
 *   send        what a non-blocking send keeps its process: round trips of `n` messages that are d apart,
 *               by Hoefler, Lichei and Rehm (PMEO-PDS 2007)
 *   receive     what a receive keeps its process whose message has come before
 *   fan-out     `count` messages to as many processes, each of which answers; fan-in: long answers
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PAIRS = 1000, MOST_REPEATS = 10000, WINDOW = 16, MOST_PARTNERS = 16, WARM_UP = 10 };

static int rank, size; /* of this process, and how many there are */
static int repeats = 25;
static long longest = 4194304;
static int first = 0, second = 1; /* the pair of most tests */
static int distance = -1;         /* links between the two; -1: not known */
static double reading = 0;        /* what it takes to read the clock */
static char *out_buffer, *in_buffer;
static double samples[MOST_REPEATS];

static void fail(const char* why) {
  fprintf(stderr, "calibrate: %s\n", why);
  MPI_Abort(MPI_COMM_WORLD, 2);
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/* The value below which a share of the sorted samples lies. */
static double quantile(double share) {
  const double place = share * (repeats - 1);
  const int low = (int)place;
  const int high = low + 1 < repeats ? low + 1 : low;
  return samples[low] + (place - low) * (samples[high] - samples[low]);
}

/* Prints the samples of process `of` as a row; process 0 does. A row whose median the clock cannot tell is left out.
 * All processes call this, and leave it together: who has nothing to measure waits here. */
static void print_row(int of, const char* test, long bytes, int count, long answer, int links) {
  double row[4] = {0, 0, 0, 0};
  char where[16] = "";
  if (rank == of) {
    qsort(samples, (size_t)repeats, sizeof samples[0], compare);
    row[0] = samples[0];
    row[1] = quantile(0.25);
    row[2] = quantile(0.5);
    row[3] = quantile(0.75);
  }
  if (of != 0 && rank == of) MPI_Send(row, 4, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD);
  if (of != 0 && rank == 0) MPI_Recv(row, 4, MPI_DOUBLE, of, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0 && row[2] > 0) {
    if (links >= 0) sprintf(where, "%d", links);
    printf("%s,%ld,%d,%ld,%s,%.12g,%.12g,%.12g,%.12g\n", test, bytes, count, answer, where, row[2], row[0],
           row[1], row[3]);
    fflush(stdout);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Messages behind each other that are long enough for the clock. */
static int rounds_of(long bytes) {
  return bytes <= 8192 ? 10 : 1;
}

static double now(void) {
  return MPI_Wtime();
}

static void measure_clock(void) {
  int i, j;
  double least = 1e9;
  for (i = 0; i < 20; ++i) {
    const double begin = now();
    double end = begin;
    for (j = 0; j < 1000; ++j) end = now();
    if ((end - begin) / 1000 < least) least = (end - begin) / 1000;
  }
  reading = least;
}

/* Waits that long, and returns how long it was, the clock's last reading included. */
static double spin(double seconds) {
  const double begin = now();
  double end = begin;
  while (end - begin < seconds) end = now();
  return end - begin + reading;
}

static double round_trip(int a, int b, long bytes, int rounds) {
  int i;
  double begin;
  if (rank == b) {
    for (i = 0; i < rounds; ++i) {
      MPI_Recv(in_buffer, (int)bytes, MPI_CHAR, a, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out_buffer, (int)bytes, MPI_CHAR, a, 1, MPI_COMM_WORLD);
    }
    return 0;
  }
  begin = now();
  for (i = 0; i < rounds; ++i) {
    MPI_Send(out_buffer, (int)bytes, MPI_CHAR, b, 1, MPI_COMM_WORLD);
    MPI_Recv(in_buffer, (int)bytes, MPI_CHAR, b, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return (now() - begin - reading) / rounds;
}

static void ping_pong(int a, int b, int links, long bytes) {
  int i;
  if (rank == a || rank == b)
    for (i = -WARM_UP; i < repeats; ++i) {
      const double t = round_trip(a, b, bytes, rounds_of(bytes));
      if (i >= 0) samples[i] = t / 2;
    }
  print_row(a, "ping-pong", bytes, 1, 0, links);
}

/* `count` messages, `apart` seconds between them, then an answer of 0 bytes; returns the time, without what was waited. */
static double messages(long bytes, int count, double apart) {
  MPI_Request requests[WINDOW];
  MPI_Status statuses[WINDOW];
  double waited = 0, begin;
  int i;
  if (rank == second) {
    for (i = 0; i < count; ++i)
      MPI_Irecv(in_buffer + i * bytes, (int)bytes, MPI_CHAR, first, 2, MPI_COMM_WORLD, &requests[i]);
    MPI_Send(NULL, 0, MPI_CHAR, first, 3, MPI_COMM_WORLD); /* ready */
    MPI_Waitall(count, requests, statuses);
    MPI_Send(NULL, 0, MPI_CHAR, first, 4, MPI_COMM_WORLD);
    return 0;
  }
  MPI_Recv(NULL, 0, MPI_CHAR, second, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  begin = now();
  for (i = 0; i < count; ++i) {
    if (i > 0 && apart > 0) waited += spin(apart);
    MPI_Isend(out_buffer, (int)bytes, MPI_CHAR, second, 2, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Waitall(count, requests, statuses);
  MPI_Recv(NULL, 0, MPI_CHAR, second, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return now() - begin - reading - waited;
}

static void window(long bytes) {
  int i;
  if (rank == first || rank == second)
    for (i = -WARM_UP; i < repeats; ++i) {
      const double t = messages(bytes, WINDOW, 0);
      if (i >= 0) samples[i] = t;
    }
  print_row(first, "window", bytes, WINDOW, 0, distance);
}

/* PRTT(n,d,s) = PRTT(1,0,s) + (n - 1) (o + d), where d is longer than what separates messages. */
static void send_overhead(long bytes) {
  int i;
  if (rank == first || rank == second) {
    double apart = 0;
    for (i = -WARM_UP; i < repeats; ++i) {
      const double one = messages(bytes, 1, 0);
      double many;
      if (apart < 2 * one) apart = 2 * one;
      many = messages(bytes, WINDOW, apart);
      if (i >= 0) samples[i] = (many - one) / (WINDOW - 1);
    }
  }
  print_row(first, "send", bytes, 1, 0, distance);
}

/* The answer has come while the process waited, so all that its receive takes is overhead. */
static void receive_overhead(long bytes) {
  int i;
  if (rank == second)
    for (i = -WARM_UP; i < repeats; ++i) {
      round_trip(first, second, bytes, 1);
      MPI_Recv(NULL, 0, MPI_CHAR, first, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out_buffer, (int)bytes, MPI_CHAR, first, 6, MPI_COMM_WORLD);
    }
  if (rank == first)
    for (i = -WARM_UP; i < repeats; ++i) {
      const double trip = round_trip(first, second, bytes, 1);
      double begin;
      MPI_Send(NULL, 0, MPI_CHAR, second, 5, MPI_COMM_WORLD);
      spin(4 * trip + 1e-6);
      begin = now();
      MPI_Recv(in_buffer, (int)bytes, MPI_CHAR, second, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (i >= 0) samples[i] = now() - begin - reading;
    }
  print_row(first, "receive", bytes, 1, 0, distance);
}

/* Process 0 sends `out` bytes to each of `partners` others, and gets `back` bytes of each. */
static void fan(const char* test, long out, long back, int partners) {
  MPI_Request requests[2 * MOST_PARTNERS];
  MPI_Status statuses[2 * MOST_PARTNERS];
  int i, j;
  for (i = -WARM_UP; i < repeats; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 0 && rank <= partners) {
      MPI_Recv(in_buffer, (int)out, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out_buffer, (int)back, MPI_CHAR, 0, 8, MPI_COMM_WORLD);
    }
    if (rank == 0) {
      double begin;
      for (j = 0; j < partners; ++j)
        MPI_Irecv(in_buffer + j * back, (int)back, MPI_CHAR, j + 1, 8, MPI_COMM_WORLD, &requests[j]);
      spin(1e-4); /* until all wait */
      begin = now();
      for (j = 0; j < partners; ++j)
        MPI_Isend(out_buffer, (int)out, MPI_CHAR, j + 1, 7, MPI_COMM_WORLD, &requests[partners + j]);
      MPI_Waitall(2 * partners, requests, statuses);
      if (i >= 0) samples[i] = now() - begin - reading;
    }
  }
  print_row(0, test, out > back ? out : back, partners, out > back ? back : out, -1);
}

/* The first process on another node than process 0, else process 1. */
static void choose_pair(void) {
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  char* names = malloc((size_t)size * MPI_MAX_PROCESSOR_NAME);
  int length, i;
  if (names == NULL) fail("there is no memory for the names of the nodes");
  MPI_Get_processor_name(name, &length);
  MPI_Allgather(name, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, names, MPI_MAX_PROCESSOR_NAME, MPI_CHAR,
                MPI_COMM_WORLD);
  second = 1;
  for (i = size - 1; i > 0; --i)
    if (strcmp(names, names + (size_t)i * MPI_MAX_PROCESSOR_NAME) != 0) second = i;
  if (rank == 0)
    printf("# processes %d and %d, on %s and %s\n", first, second, names,
           names + (size_t)second * MPI_MAX_PROCESSOR_NAME);
  free(names);
}

/* Reads lines RANK RANK LINKS into three numbers a pair, on process 0; returns how many there are, on all. */
static int read_map(const char* file, int* pairs) {
  int count = 0;
  if (rank == 0) {
    FILE* map = fopen(file, "r");
    if (map == NULL) fail("-d: the map cannot be read");
    for (;; ++count) {
      int p[3];
      const int found = fscanf(map, "%d %d %d", &p[0], &p[1], &p[2]);
      if (found == EOF && feof(map)) break;
      if (found != 3) fail("-d: a line of the map is not RANK RANK LINKS, three whole numbers and nothing else");
      if (count == MOST_PAIRS) fail("-d: the map has more than 1000 lines");
      if (p[0] < 0 || p[0] >= size || p[1] < 0 || p[1] >= size || p[0] == p[1] || p[2] < 0)
        fail("-d: a line of the map has two different processes and the links between them");
      memcpy(&pairs[3 * count], p, sizeof p);
    }
    if (count == 0) fail("-d: the map has no line RANK RANK LINKS");
    fclose(map);
  }
  MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(pairs, 3 * count, MPI_INT, 0, MPI_COMM_WORLD);
  return count;
}

static void print_head(void) {
  char date[32] = "";
  const time_t seconds = time(NULL);
  const struct tm* const day = gmtime(&seconds);
  if (day != NULL && strftime(date, sizeof date, "%Y-%m-%d", day) > 0) printf("# date: %s\n", date);
  printf(
      "# toruscope calibrate: times in seconds, %d measurements each: their median, the least, the quartiles\n",
      repeats);
  printf("# reading the clock takes %.3g s, which is taken off; its resolution is %.3g s\n", reading,
         MPI_Wtick());
  printf("test,size,count,answer,distance,seconds,minimum,lower_quartile,upper_quartile\n");
}

static void run(const int* pairs, int count) {
  const long most_in_window = longest < 1048576 ? longest : 1048576;
  const int partners = size - 1 < MOST_PARTNERS ? size - 1 : MOST_PARTNERS;
  long bytes;
  int i;
  for (bytes = 0; bytes <= longest; bytes = bytes == 0 ? 1 : 2 * bytes)
    ping_pong(first, second, distance, bytes);
  for (bytes = 1; bytes <= most_in_window; bytes *= 2) window(bytes);
  for (bytes = 1; bytes <= 4096; bytes *= 2) send_overhead(bytes);
  for (bytes = 1; bytes <= 4096; bytes *= 2) receive_overhead(bytes);
  for (i = 1; i < count; ++i)
    for (bytes = 1; bytes <= longest && bytes <= 65536; bytes *= 4)
      ping_pong(pairs[3 * i], pairs[3 * i + 1], pairs[3 * i + 2], bytes);
  if (partners < 2) return;
  for (bytes = 1024; bytes <= 65536; bytes *= 64) {
    fan("fan-out", bytes, 0, partners);
    fan("fan-in", 0, bytes, partners);
  }
}

int main(int argc, char** argv) {
  static int pairs[3 * MOST_PAIRS];
  const char* map = NULL;
  int i, count = 0;
  size_t room;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "-e") == 0)
      longest = atol(argv[i + 1]);
    else if (strcmp(argv[i], "-r") == 0)
      repeats = atoi(argv[i + 1]);
    else if (strcmp(argv[i], "-d") == 0)
      map = argv[i + 1];
    else
      fail("options are -e BYTES, -r REPEATS, -d FILE");
  }
  if (i < argc) fail("options are -e BYTES, -r REPEATS, -d FILE");
  if (size < 2) fail("two processes are needed: mpirun -n 2 ./calibrate");
  if (longest < 64 || longest > 1073741824) fail("-e: a number of bytes from 64 to 1073741824 is needed");
  if (repeats < 1 || repeats > MOST_REPEATS) fail("-r: a number from 1 to 10000 is needed");
  room = (size_t)WINDOW * 1048576 > (size_t)longest ? (size_t)WINDOW * 1048576 : (size_t)longest;
  out_buffer = calloc(room, 1);
  in_buffer = calloc(room, 1);
  if (out_buffer == NULL || in_buffer == NULL) fail("there is no memory for the messages; take a smaller -e");
  measure_clock();
  if (map != NULL) {
    count = read_map(map, pairs);
    first = pairs[0];
    second = pairs[1];
    distance = pairs[2];
  } else {
    choose_pair();
  }
  if (rank == 0) print_head();
  run(pairs, count);
  free(out_buffer);
  free(in_buffer);
  MPI_Finalize();
  return 0;
}
