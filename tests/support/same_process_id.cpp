// A preloaded library that gives each process the same id, as if the id of a process that has ended were used again.
extern "C" int getpid() { return 4242; }
