/** Runs the doctor, and makes the document for whoever looks for a fault. */
import { authorOf } from '#api/dashboard/author.ts';
import { downloadHeaders } from '#api/dashboard/download.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import * as definitions from './definitions.ts';
import type { ConsolePorts } from './ports.ts';

const spaces = 2;

export function doctorHandlers({ doctor, audit, clock }: ConsolePorts): readonly Handler[] {
  return [
    handle(definitions.examine, async () => {
      const findings = await doctor.examine();
      return give({ findings: findings.map(({ fix = null, ...rest }) => ({ ...rest, fix })) });
    }),
    handle(definitions.diagnose, async (call) => {
      const document = JSON.stringify(await doctor.diagnose(), null, spaces);
      const target = 'diagnostics';
      const note = { action: 'diagnostics.taken', target, accountId: null, details: {} };
      await audit.note(authorOf(call, clock), note);
      const name = `parley-diagnostics-${new Date(clock.nowMs()).toISOString().slice(0, 10)}.json`;
      const headers = downloadHeaders(name, 'application/octet-stream');
      return { ok: true, raw: { status: 200, headers: [...headers], body: document } };
    }),
  ];
}
