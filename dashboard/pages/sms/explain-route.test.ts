import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { routeReasonTexts } from '../../texts/route-reasons.ts';
import { explainRoute } from './explain-route.ts';

/** French signs stand behind spaces that do not break. */
function said(...[reason, texts]: Parameters<typeof explainRoute>): string {
  return explainRoute(reason, texts).replaceAll(/[\u00a0\u202f]/g, ' ');
}

suite('why a message takes a way', () => {
  test('is said in the words of the language', () => {
    const { en, fr } = routeReasonTexts;
    assert.equal(said({ code: 'longest prefix' }, en), 'longest prefix');
    assert.equal(said({ code: 'longest prefix' }, fr), 'préfixe le plus long');
    const held = { code: 'only route', isQuiet: true, heldBy: 'run' } as const;
    assert.equal(
      said(held, fr),
      'seule route ; attend la fin des heures calmes ; retenu par la limite run',
    );
  });

  test('keeps an operator’s own words, and those of another version', () => {
    const { fr } = routeReasonTexts;
    const beyond = { parts: 3, paid: 2 };
    const refused = { code: 'refused', word: 'refused_0x58', tried: 'North', beyond } as const;
    assert.equal(said(refused, fr), 'refused_0x58 : North est essayé ; 3 segments, 2 payés');
    assert.equal(said({ code: 'unknown', word: 'something new' }, fr), 'something new');
  });
});
