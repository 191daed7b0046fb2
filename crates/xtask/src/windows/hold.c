/* Opens a file so that no other program can open, rename, or delete it, as Office programs do, until standard input ends. */
#include <stdio.h>
#include <windows.h>

int main(int count, char **arguments) {
  HANDLE file = CreateFileA(arguments[1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
  if (count != 2 || file == INVALID_HANDLE_VALUE) return 1;
  puts("open");
  fflush(stdout);
  while (getchar() != EOF) {}
  return 0;
}
