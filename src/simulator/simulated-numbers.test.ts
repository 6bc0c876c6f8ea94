import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behaviourOf, ordinary, simulatedNumbers } from './simulated-numbers.ts';

test('every number is there once, with a sentence of its own', () => {
  assert.equal(new Set(simulatedNumbers.map(({ number }) => number)).size, simulatedNumbers.length);
  for (const { number, description } of simulatedNumbers) {
    assert.match(number, /^\+336399800(?:00|1\d\d)$|^\+33639980\d{3}$/);
    assert.match(description, /^[A-Z].*\.$/);
  }
  const descriptions = simulatedNumbers.map(({ description }) => description);
  assert.equal(new Set(descriptions).size, descriptions.length);
});

test('a number is known with its plus and without; any other is an ordinary phone', () => {
  const [, first] = simulatedNumbers;
  assert.equal(behaviourOf('+33639980101'), first?.behaviour);
  assert.equal(behaviourOf('33639980101'), first?.behaviour);
  for (const other of ['33639980001', '33612345678', '336399801011', '']) {
    assert.equal(behaviourOf(other), ordinary);
  }
});
