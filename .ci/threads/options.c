// ThreadSanitizer's options in every program of the copy. Libraries that it doesn't see into aren't judged
// by what they call.
const char *__tsan_default_options(void) {
  return "log_path=" REPORT " ignore_noninstrumented_modules=1";
}
