/** `Firefox 130, Linux`; what is unknown stays as it came. */
export function shortAgent(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(agent);
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(agent);
  if (browser === null) return agent.slice(0, 60);
  return [`${browser[1]} ${browser[2]}`, system?.[1]].filter(Boolean).join(', ');
}
