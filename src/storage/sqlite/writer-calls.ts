/** The writer as a store sees it: by the operations that are its own. */
export interface WriterCalls<
  Operations extends Record<keyof Operations, (...given: never[]) => unknown>,
> {
  /** Runs one operation of the writer; settles after the commit it was part of. */
  call<Name extends keyof Operations>(
    operation: Name,
    ...given: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
  /** The same for what can wait so long: it shares the transaction of others, if some come by then. */
  callWithin<Name extends keyof Operations>(
    waitMs: number,
    operation: Name,
    ...given: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
  /** The same for a batch of so many items of a message's way: under a steady load it waits 2 ms at most for others. */
  callPaced<Name extends keyof Operations>(
    items: number,
    operation: Name,
    ...given: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
}
