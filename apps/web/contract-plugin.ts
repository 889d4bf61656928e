import type { Plugin } from 'vite';

const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source;
const SUMMARY = new RegExp(`^[ \\t]*summary:\\s*(?:${TEXT})(?:\\s*\\+\\s*(?:${TEXT}))*,\\n`, 'gm');

/**
 * Leaves out what the console never reads of the contract: the summaries of calls, which only the reference of the API
 * shows, and calls that nothing imports, which no bundler drops without the mark.
 */
export function contractWithoutSummaries(): Plugin {
  return {
    name: 'voltloop-contract-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages[\\/](contract|resource-kit)[\\/].*\.ts$/, code: /\bsummary:/ },
      handler(code) {
        const rest = code.replace(SUMMARY, '');
        if (/^[ \t]*summary:\s*['"`]/m.test(rest))
          this.error('A summary is written in another way: change contract-plugin.ts');
        return { code: rest.replaceAll('= route(', '= /* @__PURE__ */ route('), map: null };
      },
    },
  };
}
