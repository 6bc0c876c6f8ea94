/** The thread that converts greetings. */
import { answerAside } from '#core/side-work.ts';
import { readGreeting } from './greeting.ts';

answerAside((file: Uint8Array) => readGreeting(Buffer.from(file)));
