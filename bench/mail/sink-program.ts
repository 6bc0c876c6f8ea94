/** The sink as a program of its own, so that its CPU is nobody's: says its port, and how many mails it took. */
import { MailSink } from './sink.ts';

let taken = 0;
const delayMs = Number(process.argv[2] ?? 0);
const chunking = process.argv[3] !== 'plain';
const sink = await MailSink.open({
  chunking,
  delayMs,
  took() {
    taken += 1;
  },
});
process.send?.({ port: sink.port });
setInterval(() => process.send?.({ taken }), 10);
process.on('disconnect', () => process.exit());
