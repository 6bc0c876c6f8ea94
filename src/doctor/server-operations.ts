/** What the running server was told, what its doctor finds, and how it stands, for people who look for a fault. */
import { z } from 'zod';
import type { InstallationAudit } from '#core/audit-note.ts';
import { operation } from '#core/operation.ts';
import { sentenceView } from '#core/sentence-view.ts';
import { type Finding, type ToldFinding, tellFinding } from './finding.ts';

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
    /** `isLive`: others are spoken to. */
    examine(isLive: boolean): Promise<readonly Finding[]>;
    /** Without secrets, contents and customers: it leaves the house. */
    diagnose(): Promise<object>;
  };
};

type DiagnosticsPorts = ServerPorts & { readonly audit: InstallationAudit };

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

export const examineAll = operation({
  name: 'doctor',
  does: 'writes',
  needs: 'administrator',
  input: z.strictObject({ live: z.boolean().default(false) }),
  output: z.object({
    /** Nothing fails. */
    ok: z.boolean(),
    findings: z.array(
      z.object({
        of: sentenceView,
        verdict: z.enum(['ok', 'warn', 'fail']),
        says: sentenceView,
        /** What to do where it is not well. */
        fix: sentenceView.nullable(),
        code: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number(), sentenceView])),
      }),
    ),
  }),
  refusals: [],
  run: async ({ server }: ServerPorts, { live }) => toldFindings(await server.examine(live)),
});

export type ToldFindings = { readonly ok: boolean; readonly findings: ToldFinding[] };

export function toldFindings(findings: readonly Finding[]): ToldFindings {
  const ok = findings.every(({ verdict }) => verdict !== 'fail');
  return { ok, findings: findings.map(tellFinding) };
}

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
