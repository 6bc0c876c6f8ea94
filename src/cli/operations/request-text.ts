/** Requests to the HTTP interface as commands show them to people. */
import type { RequestView } from '#accounts/requests/request-operations.ts';
import { fields, table } from '#cli/text-table.ts';

type Shown = RequestView & {
  readonly parameters: string;
  readonly answer: string;
  readonly fix: { readonly en: string } | null;
};

export const requestTexts = {
  'request list': ({ requests }: { readonly requests: readonly RequestView[] }) =>
    table(
      ['id', 'at', 'status', 'method', 'path', 'ms', 'key', 'refused'],
      requests.map((request) => [
        String(request.id),
        request.at,
        String(request.status),
        request.method,
        request.path,
        String(request.durationMs),
        request.key?.prefix ?? '-',
        request.refusal ?? '-',
      ]),
    ),
  'request show': ({ request }: { readonly request: Shown }) =>
    fields([
      ['request', request.requestId],
      ['at', request.at],
      ['asked', `${request.method} ${request.path}`],
      ['parameters', request.parameters],
      ['status', String(request.status)],
      ['code', String(request.code ?? '-')],
      ['answer', request.answer || '-'],
      ['took', `${request.durationMs} ms`],
      ['key', request.key === null ? '-' : `${request.key.prefix} ${request.key.label}`.trim()],
      ['network', request.network || '-'],
      ['what to do', request.fix?.en ?? '-'],
      ['not kept', String(request.skipped)],
    ]),
};
