export interface Flow {
  from: string;
  to: string;
}

/**
 * The flows that can be drawn from left to right: omits flows that lead back upstream, and those from a node to itself.
 */
export function withoutCircles<F extends Flow>(flows: readonly F[]): F[] {
  const next = new Map<string, string[]>();
  const reaches = (from: string, to: string): boolean => {
    const open = [from];
    const seen = new Set(open);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === to) return true;
      for (const each of next.get(at) ?? []) {
        if (seen.has(each)) continue;
        seen.add(each);
        open.push(each);
      }
    }
    return false;
  };
  return flows.filter(({ from, to }) => {
    if (reaches(to, from)) return false;
    next.set(from, [...(next.get(from) ?? []), to]);
    return true;
  });
}
