/** A browser with one window, as far as the tests of all engines need it. */
export interface Engine {
  /** Opens a URL, and resolves when the page is loaded. */
  open: (url: string) => Promise<void>;
  /** Returns the value of an expression in the page, as JSON. */
  read: <T>(expression: string) => Promise<T>;
  /** Presses the first element that matches a selector with the pointer. */
  click: (selector: string) => Promise<void>;
  /** Types into the element that has the focus. `Escape`, `Enter` and `Tab` are keys. */
  type: (text: string) => Promise<void>;
  /** Goes back in the history. */
  back: () => Promise<void>;
  /** Sets the size of the window, not smaller than the engine allows. */
  resize: (width: number, height: number) => Promise<void>;
  close: () => Promise<void>;
}

/** Keys with names of several letters, and their code points in WebDriver (section 17.4.2). */
export const KEYS = { Escape: "\uE00C", Enter: "\uE007", Tab: "\uE004" } as const;

export const isKey = (text: string): text is keyof typeof KEYS => text in KEYS;
