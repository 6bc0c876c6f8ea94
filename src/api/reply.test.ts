import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { AddressGuard } from '#core/address-guard.ts';
import { formOf } from '#core/input-form.ts';
import type { Params, Sentence } from '#core/words.ts';
import { readGreeting } from '#numbers/voicemail/greeting.ts';
import { greetingReasons } from '#numbers/voicemail/words.ts';
import { endpointReasons } from '#webhooks/management/endpoint-reasons.ts';
import { readEndpoint, type WrittenEndpoint } from '#webhooks/management/endpoint-rules.ts';
import { HeldClock } from '../../test/harness/held-clock.ts';
import { sentence } from './reply.ts';

const guard = new AddressGuard({ allow: [], clock: new HeldClock(), ownAddresses: () => [] });

const place = { accountId: 1, source: 'extra' } as const;

/** Why the rules of endpoints refuse the first field, in French. */
async function frenchOf(written: WrittenEndpoint): Promise<string | undefined> {
  const reading = await readEndpoint(written, place, { guard, sealer: { seal: (text) => text } });
  return reading.ok ? undefined : reading.refusals[0]?.reason.fr;
}

const placeholders = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

suite('the reason of a refusal', () => {
  test('is told in the language of the sentence around it', () => {
    const word = 'field has a wrong value' as const;
    const days = formOf(z.int().min(1).max(9).nullable());
    const reason = { en: `must be ${days.en}`, fr: `il faut ${days.fr}` };
    const problem = { word, field: 'days', details: { reason } satisfies Params };
    const [en, fr] = [sentence(problem, 'en'), sentence(problem, 'fr')];
    const [whole, entier] = ['a whole number from 1 to 9', 'un nombre entier de 1 à 9'];
    assert.equal(en, `The field days is not valid: must be ${whole}, or none.`);
    assert.equal(fr, `Le champ days n’est pas valide : il faut ${entier}, ou none.`);
  });

  test('of a URL says in French where it leads', () => {
    const checked = guard.checkUrl('http://10.0.0.1/');
    assert.ok(!checked.ok);
    const details = { reason: checked.reason };
    const problem = { word: 'URL is refused', field: 'dlrUrl', details } as const;
    assert.equal(
      sentence(problem, 'fr'),
      'dlrUrl est refusée : elle mène à 10.0.0.1, une adresse privée.',
    );
  });

  test('of an endpoint is told in French with its values', async () => {
    const headers = { 'Content-Length': '1' };
    assert.equal(await frenchOf({ headers }), 'il a "Content-Length", que Parley pose lui-même');
    assert.equal(await frenchOf({ timeoutMs: 7 }), 'il faut un nombre entier de 1000 à 30000');
    assert.equal(
      await frenchOf({ schedule: [0] }),
      endpointReasons['delay is not whole seconds'].fr,
    );
    assert.equal(await frenchOf({ ca: 'PEM' }), 'ce n’est pas un certificat en PEM');
    assert.equal(await frenchOf({ url: 'ftp://client.example' }), 'ce n’est ni http ni https');
  });

  test('of a greeting is told in French', () => {
    const read = readGreeting(Buffer.from('not a sound'));
    assert.ok(!read.ok);
    assert.equal(greetingReasons[read.refusal].fr, 'ce n’est pas un fichier WAV');
  });

  test('names the same in both languages', () => {
    const all: readonly Sentence[] = Object.values({ ...endpointReasons, ...greetingReasons });
    for (const { en, fr } of all) {
      assert.deepEqual(placeholders(en), placeholders(fr), en);
      assert.notEqual(en, fr);
    }
  });
});
