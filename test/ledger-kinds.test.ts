/** The names by which the filter of the ledger finds a line are those that its page shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ledgerKindNames } from '#accounts/money/ledger-kind-words.ts';
import { ledgerKindTexts } from '../dashboard/texts/ledger-kinds.ts';

test('a line of the ledger is found by the name that its page shows', () => {
  for (const [kind, names] of Object.entries(ledgerKindNames)) {
    for (const language of ['en', 'fr'] as const) {
      const shown = ledgerKindTexts[language][kind as keyof typeof ledgerKindNames];
      const text = typeof shown === 'string' ? shown : shown.other;
      assert.equal(text.replace(/ \(\{count\}.*\)$/, ''), names[language]);
    }
  }
});
