/** Requests to the HTTP interface as commands show them to people. */
import { columns, fields } from '#cli/text-table.ts';
import type { Texts } from './shown-value.ts';

export const requestTexts = {
  'request list': ({ requests }) =>
    columns(
      requests,
      'id',
      'at',
      'status',
      'method',
      'path',
      ['ms', 'durationMs'],
      ['key', (request) => request.key?.prefix],
      ['refused', 'refusal'],
    ),
  'request show': ({ request }) =>
    fields([
      ['request', request.requestId],
      ['at', request.at],
      ['asked', `${request.method} ${request.path}`],
      ['parameters', request.parameters],
      ['status', request.status],
      ['code', request.code],
      ['answer', request.answer],
      ['took', `${request.durationMs} ms`],
      ['key', request.key === null ? '-' : `${request.key.prefix} ${request.key.label}`.trim()],
      ['network', request.network],
      ['what to do', request.fix?.en],
      ['not kept', request.skipped],
    ]),
} satisfies Texts;
