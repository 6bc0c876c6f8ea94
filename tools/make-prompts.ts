/**
 * Makes the sentences that voicemail and the built-in phones speak: `node tools/make-prompts.ts`. Needs espeak-ng, of which two
 * runs give the same octets. What is made is committed, so that nobody else needs it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { toTelephone } from '../src/numbers/sip/media/to-telephone.ts';
import { readWav, writeWav } from '../src/numbers/sip/media/wav.ts';

const folders = ['numbers/prompts', 'simulator/phones/sentences'].map(
  (path) => new URL(`../src/${path}/`, import.meta.url),
);
const voices: Readonly<Record<string, string>> = { en: 'en-gb', fr: 'fr-fr' };
/** Longer ones are not listened to. */
const secondsMax = 9;

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

for (const folder of folders) {
  const texts = JSON.parse(readFileSync(new URL('texts.json', folder), 'utf8')) as Texts;
  for (const [language, sentences] of Object.entries(texts)) {
    for (const [name, text] of Object.entries(sentences)) {
      const spoken = speak(voices[language] ?? language, text);
      writeFileSync(new URL(`${name}-${language}.wav`, folder), spoken);
    }
  }
}

function speak(voice: string, text: string): Buffer {
  const made = execFileSync('espeak-ng', ['-v', voice, '-s', '150', '--stdout', text], {
    maxBuffer: 10_000_000,
  });
  // A stream has no length when its header is written: the size says "all there is".
  made.writeUInt32LE(made.length - 44, 40);
  const read = readWav(made, secondsMax);
  if (!read.ok) throw new Error(`${voice} "${text}": ${read.refusal}`);
  return writeWav(toTelephone(read.wav));
}
