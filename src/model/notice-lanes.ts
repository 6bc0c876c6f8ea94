/** Lanes of what an account is told about calls: jobs of one engine, `notice`. */

export const voicemailLane = 'notice/voicemail';
export const missedCallLane = 'notice/missed-call';
export const textBackLane = 'notice/text-back';
