/** Texts that phones have sent as commands show them to people. */
import { columns } from '#cli/text-table.ts';
import type { Texts } from './shown-value.ts';

export const replyTexts = {
  'reply list': ({ threads }) =>
    columns(threads, ['at', 'receivedAt'], ['from', 'phone'], ['to', 'number'], 'kind', 'text'),
  'reply thread': ({ phone, isStopped, texts }) => {
    const by = ({ from }: (typeof texts)[number]) => (from === 'us' ? 'us' : phone);
    const shown = columns(texts, 'at', ['by', by], 'text', 'state');
    return `${shown}${isStopped ? `${phone} wants nothing more.\n` : ''}`;
  },
} satisfies Texts;
