import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { attachmentName, missedCallsText, voicemailText } from './notice-text.ts';
import type { OwedMissedCall, Voicemail } from './voicemail.ts';

const zone = 'Europe/Paris';

const voicemail: Voicemail = {
  id: 7,
  accountId: 1,
  numberId: 1,
  number: '33755000001',
  caller: '33612345678',
  callerName: 'Zoé',
  startedAtMs: Date.UTC(2030, 6, 1, 10, 0, 5),
  durationMs: 4_400,
  law: 'pcma',
  end: 'key',
  mailTo: 'me@acme.example',
  language: 'fr',
  isSimulated: false,
  mailState: 'owed',
  heardAtMs: null,
};

const call: OwedMissedCall = {
  id: 7,
  accountId: 1,
  number: '33755000001',
  caller: '33612345678',
  callerName: '',
  atMs: Date.UTC(2030, 0, 1, 22, 59),
  cause: 'busy',
  tellTo: 'me@acme.example',
  language: 'fr',
  isSimulated: false,
};

suite('the mail of a message', () => {
  test('speaks the language of the number and tells its wall clock', () => {
    const { subject, text, html } = voicemailText(voicemail, zone);
    assert.equal(subject, 'Message vocal de Zoé (+33612345678)');
    const rows = [
      'Un appelant a laissé un message vocal sur le +33755000001. L’enregistrement est joint.',
      '',
      'De: Zoé (+33612345678)',
      'Vers: +33755000001',
      'Quand: 2030-07-01 12:00:05',
      'Durée: 4 s',
    ];
    assert.equal(text, `${rows.join('\n')}\n`);
    assert.match(html, /<td>Durée<\/td><td>4 s<\/td>/);
    const english = voicemailText({ ...voicemail, language: 'en' }, zone);
    assert.equal(english.subject, 'Voicemail from Zoé (+33612345678)');
  });

  test('says that its end is lost, and does not name who hides', () => {
    const cut = voicemailText({ ...voicemail, end: 'cut short', caller: '' }, zone);
    assert.equal(cut.subject, 'Message vocal de numéro masqué');
    assert.match(cut.text, /L’enregistrement a été interrompu/);
  });

  test('is no way for a caller’s name to write lines, tags or variables', () => {
    const callerName = 'Eve\r\nBcc: all@acme.example <b>#SECRET#';
    const { subject, html } = voicemailText({ ...voicemail, callerName }, zone);
    assert.doesNotMatch(subject, /[\r\n#]/);
    assert.doesNotMatch(html, /<b>|#/);
  });

  test('carries a file whose name is safe', () => {
    assert.equal(attachmentName(voicemail, zone), 'voicemail-20300701-120005-33612345678.wav');
    const odd = { ...voicemail, caller: '../desk"; x=' };
    assert.equal(attachmentName(odd, zone), 'voicemail-20300701-120005-deskx.wav');
    const hidden = { ...voicemail, caller: '' };
    assert.equal(attachmentName(hidden, zone), 'voicemail-20300701-120005-hidden.wav');
  });
});

suite('the notice of missed calls', () => {
  test('names one caller, and counts many', () => {
    const one = missedCallsText([call], zone);
    assert.equal(one.subject, 'Appel manqué de +33612345678');
    assert.match(one.text, /2030-01-01 23:59:00 {2}\+33612345678 → \+33755000001/);
    const two = missedCallsText([call, { ...call, id: 8, caller: '' }], zone);
    assert.equal(two.subject, '2 appels manqués');
    assert.match(two.text, /numéro masqué → \+33755000001/);
    const english = missedCallsText([{ ...call, language: 'en' }], zone);
    assert.equal(english.subject, 'Missed call from +33612345678');
  });
});
