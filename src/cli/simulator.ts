/** `parley simulator …`: what the built-in operator does with the messages of test keys. */
import { simulatedNumbers } from '#simulator/simulated-numbers.ts';
import { command, done } from './command.ts';
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
    const rows = numbers.map(({ number, description }) => [number, description]);
    return done(table(['number', 'what happens'], rows), { numbers });
  },
});

export const simulatorCommands = [simulatorNumbers, ...simulatorOrders, ...inspectorCommands];
