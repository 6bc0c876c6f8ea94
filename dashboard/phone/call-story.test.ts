import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { LineTold } from '#simulator/phone-line/messages.ts';
import { type CallStory, continueStory, cutOff, isUnderWay, untold } from './call-story.ts';

const told = (...events: readonly LineTold[]): CallStory => events.reduce(continueStory, untold);

suite('the story of a call', () => {
  test('has both phones, and what each has heard', () => {
    const story = told(
      { side: 'caller', what: 'calling' },
      { side: 'called', what: 'rings', from: '33639980001' },
      { side: 'caller', what: 'ringing', status: 180 },
      { side: 'called', what: 'answered' },
      { side: 'caller', what: 'answered' },
      { side: 'called', what: 'hears key', key: '4' },
      { side: 'called', what: 'hears key', key: '2' },
    );
    assert.equal(story.caller?.state, 'talking');
    assert.partialDeepStrictEqual(story.called, { state: 'talking', keys: '42' });
    assert.ok(isUnderWay(story));
  });

  test('ends once, with the first end that is told', () => {
    const story = told(
      { side: 'caller', what: 'calling' },
      { side: 'caller', what: 'refused', status: 486 },
      { side: 'caller', what: 'hung up', by: 'this phone' },
    );
    assert.partialDeepStrictEqual(story.caller?.end, { what: 'refused', status: 486 });
    assert.ok(!isUnderWay(story));
    assert.equal(cutOff(story, 'gone'), story);
  });

  test('ends where the line is cut, also before anything was told', () => {
    const cut = cutOff(untold, 'the line was cut');
    assert.partialDeepStrictEqual(cut.caller?.end, { what: 'failed', why: 'the line was cut' });
  });
});
