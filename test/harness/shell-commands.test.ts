import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsIn } from './shell-commands.ts';

test('a program is its commands, with what is set before them and without what only the shell reads', () => {
  const program = `# a comment
export A=1
B='two words' C= run --name "x \\" y" 'it''s' > out.txt && next \\
  --to +33 # to whom
left | right; last $(date +%F).db 2>> log < in &
`;
  assert.deepEqual(
    commandsIn(program).map(({ settings, words }) => [{ ...settings }, ...words]),
    [
      [{ A: '1' }],
      [{ B: 'two words', C: '' }, 'run', '--name', 'x \\" y', 'its'],
      [{}, 'next', '--to', '+33'],
      [{}, 'left'],
      [{}, 'right'],
      [{}, 'last', '$(date +%F).db'],
    ],
  );
});
