/** As whom the program works on a database server: what somebody who had taken it over could do there. */
export type ServerRole = {
  readonly name: string;
  readonly isSuperuser: boolean;
  /** Its password is one that is tried first: its own name, `postgres`, `changeme`. */
  readonly hasKnownPassword: boolean;
};
