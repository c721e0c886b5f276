// A library that, when preloaded, gives every process the same id, as if the id of an ended process were reused.
extern "C" int getpid() { return 4242; }
