/** What the command that moves an installation asks for, and how it ends. */

export type MoveRequest = {
  readonly address: string;
  /** Whether a database that an earlier move left unfinished is emptied first. */
  readonly replaceUnfinished: boolean;
  /** Hears how far it is. */
  readonly tell: (line: string) => void;
};

export type Moved = { readonly place: string } & (
  | { readonly ok: true; readonly tables: readonly TableCount[] }
  | { readonly ok: false; readonly refusal: 'target is in use' | 'target is unfinished' }
  | { readonly ok: false; readonly refusal: 'copy differs'; readonly table: string }
);

type TableCount = { readonly table: string; readonly rows: number };
