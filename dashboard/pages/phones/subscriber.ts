/** A phone of the simulator as pages show it. */
import type { Answer } from '../../api/operate.ts';

export type Subscriber = Answer<'simulator phones'>['phones'][number];
