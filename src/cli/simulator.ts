/** `parley simulator …`: what the built-in operator does with the messages of test keys. */
import { calledPhones } from '#simulator/phones/called-phones.ts';
import { simulatedNumbers } from '#simulator/simulated-numbers.ts';
import { command, done } from './command.ts';
import { simulatorCall } from './simulator-call.ts';
import { inspectorCommands } from './simulator-inspector.ts';
import { simulatorOrders } from './simulator-orders.ts';
import { table } from './text-table.ts';

const simulatorNumbers = command({
  name: 'simulator numbers',
  sentence: 'Lists the numbers that always do the same, for tests to count on.',
  takes: {},
  options: {},
  async run() {
    const numbers = simulatedNumbers.map(({ number, description }) => ({ number, description }));
    const called = calledPhones.map(({ number, description }) => ({ number, description }));
    const rows = (each: typeof numbers) => each.map((row) => [row.number, row.description]);
    const ofMessages = table(['messages to', 'what happens'], rows(numbers));
    const ofCalls = table(['calls led to', 'what the phone does'], rows(called));
    return done(`${ofMessages}\n${ofCalls}`, { numbers, called });
  },
});

export const simulatorCommands = [
  simulatorNumbers,
  simulatorCall,
  ...simulatorOrders,
  ...inspectorCommands,
];
