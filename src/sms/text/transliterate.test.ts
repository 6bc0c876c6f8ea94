import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { septetsOf } from './gsm.ts';
import { transliterate } from './transliterate.ts';

suite('punctuation', () => {
  for (const [written, read] of [
    ['l’heure “d’été” – 10\u00a0h\u202f30…', 'l\'heure "d\'été" - 10 h 30...'],
    ['« oui » ‹non›', '" oui " <non>'],
    ['ＡＢＣ１２３！', 'ABC123!'],
    ['½ • 5 m² ™', '1/2 - 5 m2 TM'],
    ['a\u200bb\u00adc\ufeff', 'abc'],
    ['a\u2028b', 'a\nb'],
    ['ᴀʙᴄ ❝x❞', 'ABC "x"'],
  ] as const) {
    test(JSON.stringify(written), () => {
      assert.equal(transliterate(written, 'punctuation'), read);
    });
  }

  test('leaves letters as they are, and with them the whole text', () => {
    for (const text of ['ça va…', 'œuf –', 'Łódź', 'Привет…']) {
      assert.equal(transliterate(text, 'punctuation'), text);
    }
  });
});

suite('letters', () => {
  for (const [written, read] of [
    ['Ça coûte, garçon : l’œuvre', "Ça coute, garÇon : l'oeuvre"],
    ['Łódź, Žižkov, Đà Nẵng, þorn', 'Lodz, Zizkov, Dà Nang, thorn'],
    ['ﬁancé', 'fiancé'],
  ] as const) {
    test(JSON.stringify(written), () => assert.equal(transliterate(written, 'letters'), read));
  }

  test('leaves a text that would not fit even so', () => {
    for (const text of ['Привет…', 'ê \u{1f600}', '日本', '\u200b']) {
      assert.equal(transliterate(text, 'letters'), text);
    }
  });
});

test('what fits already and what nobody wants changed stays', () => {
  assert.equal(transliterate('Déjà 5 € [à] ça', 'off'), 'Déjà 5 € [à] ça');
  assert.equal(transliterate('Déjà 5 € [à]', 'letters'), 'Déjà 5 € [à]');
});

test('any text becomes one of the alphabet or stays what it is', () => {
  const how = fc.constantFrom('punctuation', 'letters');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), how, (text, wish) => {
      const written = transliterate(text, wish);
      assert.ok(written === text || septetsOf(written) !== undefined);
      assert.equal(transliterate(written, wish), written);
    }),
    { numRuns: 500 },
  );
});
