/** Where people see the pages, without a slash behind it: the public URL, or this machine's own. */
export type PagesPlace = {
  readonly publicUrl: string | undefined;
  readonly scheme: 'http' | 'https';
  readonly port: number;
};

export function pagesUrlOf({ publicUrl, scheme, port }: PagesPlace): string {
  return publicUrl ?? `${scheme}://localhost:${port}`;
}
