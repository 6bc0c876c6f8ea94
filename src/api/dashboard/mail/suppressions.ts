/** Who gets no mail of the account: listed, added, released, and as a file. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { downloadHeaders } from '#api/dashboard/download.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { pageMax } from '#api/dashboard/schemas.ts';
import { refuse } from '#api/reply.ts';
import { parseEmailAddress } from '#core/email-address.ts';
import { maskAddress } from '#core/log.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import { type Suppression, suppressedForm } from '#mail/suppression/suppression.ts';
import type { SuppressionFilter } from '#mail/suppression/suppression-store.ts';
import * as definitions from './definitions.ts';
import type { MailPagePorts } from './ports.ts';

/** Entries of one commit. */
const commitMax = 500;
/** Of one file; an account with more of them exports by reason or stream. */
const exportMax = 200_000;
/** More leave only with somebody who has just signed in. */
const plainExportMax = 1_000;
const exportStep = 1_000;

export function suppressionHandlers(ports: MailPagePorts): readonly Handler[] {
  const { suppressions, clock } = ports;
  return [
    handle(definitions.listSuppressions, async ({ accountId, role, query }) => {
      const { after = 0, limit = pageMax, ...chosen } = query;
      const filter = filterOf(accountId, chosen);
      const nowMs = clock.nowMs();
      const entries = await suppressions.listSuppressions(filter, {
        afterId: after,
        limit,
        nowMs,
      });
      const count = await suppressions.countSuppressions(filter, nowMs);
      const last = entries.length < limit ? undefined : entries.at(-1);
      return give({
        suppressions: entries.map((entry) => show(entry, role)),
        count,
        after: last?.id ?? null,
      });
    }),
    handle(definitions.addSuppressions, async (call) => {
      const { accountId, body } = call;
      const read = body.addresses.map((text) => parseEmailAddress(text.trim()));
      const { stream = '', reason = 'manual' } = body;
      const author = authorOf(call, clock);
      const source = 'administrator';
      const whole = read.flatMap((address) =>
        address === undefined
          ? []
          : [
              {
                accountId,
                stream,
                reason,
                source,
                address: suppressedForm(address),
                atMs: author.atMs,
              } as const,
            ],
      );
      let added = 0;
      for (let at = 0; at < whole.length; at += commitMax) {
        const put = await suppressions.addSuppressions(whole.slice(at, at + commitMax), author);
        added += put.filter(({ isNew }) => isNew).length;
      }
      const wrong = read.flatMap((address, place) => (address === undefined ? [place + 1] : []));
      return give({ added, standing: whole.length - added, wrong });
    }),
    handle(definitions.releaseSuppressions, async (call) => {
      const { all = false, ...chosen } = call.body;
      if (!all && Object.values(chosen).every((choice) => choice === undefined)) {
        const details = { reason: 'choose which, or say all' };
        return refuse('field has a wrong value', { field: 'all', details });
      }
      const filter = filterOf(call.accountId, chosen);
      const author = authorOf(call, clock);
      const release = { limit: commitMax, nowMs: author.atMs };
      for (let released = 0; ; ) {
        const gone = await suppressions.releaseSuppressions(filter, release, author);
        released += gone.inForce.length;
        if (gone.removed < commitMax) return give({ released });
      }
    }),
    handle(definitions.exportSuppressions, async ({ accountId, query, who }) => {
      const filter = filterOf(accountId, query);
      const count = await suppressions.countSuppressions(filter, clock.nowMs());
      if (count > plainExportMax && who.freshUntilMs <= clock.nowMs()) {
        return refuse('sign-in is not fresh');
      }
      const entries = await readAll(filter, ports);
      return {
        ok: true,
        raw: {
          status: 200,
          headers: downloadHeaders('suppressions.csv', 'text/csv; charset=utf-8'),
          body: writeTable(entries),
        },
      };
    }),
  ];
}

type Chosen = Pick<SuppressionFilter, 'address' | 'reason' | 'stream'>;

function filterOf(accountId: number, { address, reason, stream }: Chosen): SuppressionFilter {
  const written = address?.trim() ?? '';
  return {
    accountId,
    reason,
    stream,
    address: written === '' ? undefined : suppressedForm(parseEmailAddress(written) ?? written),
  };
}

function show(
  entry: Suppression,
  role: Role,
): Reply<typeof definitions.listSuppressions>['suppressions'][number] {
  return mayDo(role, 'read contents') ? entry : { ...entry, address: maskAddress(entry.address) };
}

async function readAll(
  filter: SuppressionFilter,
  { suppressions, clock }: MailPagePorts,
): Promise<readonly Suppression[]> {
  const nowMs = clock.nowMs();
  const entries: Suppression[] = [];
  for (let afterId = 0; entries.length < exportMax; ) {
    const page = { afterId, limit: exportStep, nowMs };
    const found = await suppressions.listSuppressions(filter, page);
    entries.push(...found);
    if (found.length < exportStep) break;
    afterId = found.at(-1)?.id ?? afterId;
  }
  return entries;
}

const heading = 'address,stream,reason,source,since,until';

function writeTable(entries: readonly Suppression[]): string {
  const lines = entries.map((entry) =>
    [
      entry.address,
      entry.stream,
      entry.reason,
      entry.source,
      new Date(entry.createdAtMs).toISOString(),
      entry.expiresAtMs === null ? '' : new Date(entry.expiresAtMs).toISOString(),
    ]
      .map(cell)
      .join(','),
  );
  return [heading, ...lines].map((line) => `${line}\r\n`).join('');
}

/** Spreadsheets take what begins so for a formula: an apostrophe makes it text. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
