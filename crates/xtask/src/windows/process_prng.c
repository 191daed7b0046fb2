/* The one function of bcryptprimitives.dll that Rust's standard library needs. Wine 8 does not have this library. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, (ULONG)length); }
