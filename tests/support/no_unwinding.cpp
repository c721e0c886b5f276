// A pthread_exit that, like those of musl and macOS, does not unwind the thread's stack. Tests preload it.
//
// It calls the destructors of thread_local objects, overwrites the frames of all callers (as happens on systems that
// reuse the stack for another thread), and ends the thread.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

namespace {

thread_local char* top = nullptr;  // the upper end of the thread's stack

struct Start {
  void* (*routine)(void*);
  void* argument;
};

void* begin(void* start) {
  const Start copy = *static_cast<Start*>(start);
  delete static_cast<Start*>(start);
  top = static_cast<char*>(__builtin_frame_address(0));
  return copy.routine(copy.argument);
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                              void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  auto* start = new Start{routine, argument};
  const int error = create(thread, attributes, begin, start);
  if (error) delete start;
  return error;
}

extern "C" [[noreturn]] void pthread_exit(void*) {
  static const auto call_destructors = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "__call_tls_dtors"));
  if (!call_destructors || !top) abort();
  call_destructors();
  for (volatile char* p = static_cast<char*>(__builtin_frame_address(0)); p < top; ++p) *p = char(0xee);
  for (;;) syscall(SYS_exit, 0);
}
