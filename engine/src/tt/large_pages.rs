//! Large pages of Windows: for users who hold the right to lock pages in memory, while the system
//! still has as much memory in one piece.

use std::ffi::c_void;
use std::io;
use std::ptr::{self, NonNull};

use windows_sys::Win32::Foundation::{
    CloseHandle, ERROR_NOT_ALL_ASSIGNED, ERROR_SUCCESS, GetLastError, HANDLE, LUID,
};
use windows_sys::Win32::Security::{
    AdjustTokenPrivileges, LUID_AND_ATTRIBUTES, LookupPrivilegeValueW, SE_LOCK_MEMORY_NAME,
    SE_PRIVILEGE_ENABLED, TOKEN_ADJUST_PRIVILEGES, TOKEN_PRIVILEGES,
};
use windows_sys::Win32::System::Memory::{
    GetLargePageMinimum, MEM_COMMIT, MEM_LARGE_PAGES, MEM_RELEASE, MEM_RESERVE, PAGE_READWRITE,
    VirtualAlloc, VirtualFree,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

/// Zeroed memory in large pages.
pub(super) struct LargePages {
    start: NonNull<c_void>,
    /// The bytes asked for; the last page may be longer.
    bytes: usize,
}

// SAFETY: the memory belongs to this value alone, which hands out nothing but its address.
unsafe impl Send for LargePages {}
// SAFETY: as above.
unsafe impl Sync for LargePages {}

impl LargePages {
    /// # Errors
    /// Less than a page is asked for, the user may not lock pages, or there are not as many.
    pub(super) fn of(bytes: usize) -> io::Result<Self> {
        // SAFETY: it only answers a number.
        let page = unsafe { GetLargePageMinimum() };
        let pages = bytes.checked_next_multiple_of(page); // nothing where there are no large pages
        let Some(all) = pages.filter(|_| bytes >= page) else {
            return Err(io::Error::other("no large page is as small, or the system has none"));
        };
        allow_locking()?;
        let kind = MEM_RESERVE | MEM_COMMIT | MEM_LARGE_PAGES;
        // SAFETY: new memory, at an address of the system's choice.
        let start = unsafe { VirtualAlloc(ptr::null(), all, kind, PAGE_READWRITE) };
        let start = NonNull::new(start).ok_or_else(io::Error::last_os_error)?;
        Ok(Self { start, bytes })
    }

    /// Size in bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes
    }

    /// The first of [`Self::len`] bytes.
    pub(super) fn start(&self) -> *const u8 {
        self.start.as_ptr().cast()
    }
}

impl Drop for LargePages {
    fn drop(&mut self) {
        // SAFETY: the memory is that of `VirtualAlloc`, and nobody has its address any more, since
        // borrows of this value have ended.
        if unsafe { VirtualFree(self.start.as_ptr(), 0, MEM_RELEASE) } == 0 {
            log::debug!("cannot give memory back: {}", io::Error::last_os_error());
        }
    }
}

/// Turns the right to lock pages on, which programs of users who hold it begin without.
fn allow_locking() -> io::Result<()> {
    let token = Token::of_this_process()?;
    let mut right = LUID { LowPart: 0, HighPart: 0 };
    // SAFETY: the name is a constant of the system, and the place for the answer is ours.
    if unsafe { LookupPrivilegeValueW(ptr::null(), SE_LOCK_MEMORY_NAME, &raw mut right) } == 0 {
        return Err(io::Error::last_os_error());
    }
    let on = LUID_AND_ATTRIBUTES { Luid: right, Attributes: SE_PRIVILEGE_ENABLED };
    let change = TOKEN_PRIVILEGES { PrivilegeCount: 1, Privileges: [on] };
    let (old, length) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the token is open, `change` holds as many rights as it says, and the old ones are not
    // asked for. The call also succeeds where the user does not hold the right, and says so only in
    // the thread's last error.
    let (done, error) = unsafe {
        let done = AdjustTokenPrivileges(token.0, 0, &raw const change, 0, old, length);
        (done, GetLastError())
    };
    match (done, error) {
        (0, error) => Err(io::Error::from_raw_os_error(error as i32)),
        (_, ERROR_SUCCESS) => Ok(()),
        (_, ERROR_NOT_ALL_ASSIGNED) => {
            Err(io::Error::other("the user does not hold the right \"Lock pages in memory\""))
        }
        (_, error) => Err(io::Error::from_raw_os_error(error as i32)),
    }
}

/// The access token of this process, open for changes of its rights.
struct Token(HANDLE);

impl Token {
    fn of_this_process() -> io::Result<Self> {
        let mut token = ptr::null_mut();
        // SAFETY: the handle of the process is always valid, and the place for the answer is ours.
        let opened = unsafe {
            OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES, &raw mut token)
        };
        if opened == 0 { Err(io::Error::last_os_error()) } else { Ok(Self(token)) }
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        // SAFETY: the handle is open, and closed only here.
        unsafe { CloseHandle(self.0) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both answers are right: large pages depend on the user.
    #[test]
    fn large_pages_are_zeroed_to_their_last_byte_or_refused_with_a_reason() {
        for bytes in [1, 1 << 20, (2 << 20) + 1, 16 << 20] {
            match LargePages::of(bytes) {
                Ok(pages) => {
                    // SAFETY: `pages` holds as many bytes, which nobody writes.
                    let zeros = unsafe { std::slice::from_raw_parts(pages.start(), pages.len()) };
                    assert!(zeros.len() == bytes && zeros.iter().all(|&byte| byte == 0));
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}
