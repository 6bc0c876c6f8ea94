/** What tests of links wait for: submits, log lines, time that passes. */
import type { LinkWorld, Submitted } from './link-world.ts';

/** Waits for the operator's n-th submit, from 1. */
export function submit(world: LinkWorld, n: number): Promise<Submitted> {
  return world.smsc.submits.next((submitted) => submitted.n === n);
}

/** What the operator has read so far. */
export function texts(world: LinkWorld): string[] {
  return world.smsc.submits.all.map(({ pdu }) => pdu.shortMessage.toString());
}

/** Waits for so many log lines of this event. */
export function times(world: LinkWorld, event: string, count: number): Promise<unknown> {
  let seen = 0;
  return world.sms.lines.next((line) => {
    if (line['event'] === event) seen += 1;
    return seen === count;
  });
}

/** Lets time pass in steps in which links enquire and are answered. */
export async function patience(world: LinkWorld, ms: number): Promise<void> {
  const stepMs = 1_000;
  for (let passed = 0; passed < ms; passed += stepMs) {
    world.clock.advance(stepMs);
    await world.sms.quiet();
  }
}

/** Moves the clock past the wait between two connections. */
export async function rebind(world: LinkWorld): Promise<void> {
  await world.sms.logged('operator.lost');
  for (let tries = 0; tries < 5; tries += 1) {
    await world.sms.quiet();
    world.clock.advance(2_000);
  }
  await world.bound(2);
}
