/** `config server` and `diagnostics`: what the running server was told, and how it stands, for people who look for a fault. */
import { z } from 'zod';
import type { Author } from '#core/author.ts';
import { operation } from '#core/operation.ts';

type Setting = {
  readonly name: string;
  readonly variable: string;
  readonly value: string;
  readonly source: (typeof sources)[number];
};

const sources = ['flag', 'variable', 'file', 'default'] as const;

export type ServerPorts = {
  readonly server: {
    /** As people write them, without secrets. */
    readonly settings: readonly Setting[];
    /** Without secrets, contents and customers: it leaves the house. */
    diagnose(): Promise<object>;
  };
};

type DiagnosticsPorts = ServerPorts & {
  readonly audit: {
    note(
      author: Author,
      noted: {
        readonly action: string;
        readonly target: string;
        readonly accountId: null;
        readonly details: object;
      },
    ): Promise<void>;
  };
};

export const serverSettings = operation({
  name: 'config server',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({}),
  output: z.object({
    settings: z.array(
      z.object({
        name: z.string(),
        variable: z.string(),
        value: z.string(),
        source: z.enum(sources),
      }),
    ),
  }),
  refusals: [],
  run: async ({ server }: ServerPorts) => ({ settings: [...server.settings] }),
});

/** Its parts are those of the version that runs. */
const document = z.record(z.string(), z.unknown());

export const takeDiagnostics = operation({
  name: 'diagnostics',
  does: 'reads',
  needs: 'administrator',
  fresh: true,
  input: z.strictObject({}),
  output: document,
  refusals: [],
  async run({ server, audit }: DiagnosticsPorts, _, author) {
    const target = 'diagnostics';
    const noted = { action: 'diagnostics.taken', target, accountId: null, details: {} };
    const diagnosed = { ...(await server.diagnose()) };
    await audit.note(author, noted);
    return diagnosed;
  },
});
