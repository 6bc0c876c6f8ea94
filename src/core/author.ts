/** Who changes something, and when: what an audit row says of every change of a setting. */
export type Author = { readonly actor: string; readonly atMs: number };
