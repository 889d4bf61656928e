// What the reports of the test runners say: how many passed, and which did not, or not at the first try.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
// Colours of the terminal, which the messages carry.
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** The beginning of a message: what was expected, without the stack. */
const brief = (message = '') =>
  message
    .replaceAll(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.slice(0, 300));

/**
 * @param {string} file Vitest's JSON report
 * @returns {{ passed: number, failed: number, skipped: number, second: number,
 *   messages: { name: string, failed: boolean, lines: string[] }[] }} `second`: passed at the second try
 */
export function readVitest(file) {
  const found = read(file);
  const messages = [];
  for (const { name, message, status, assertionResults } of found.testResults ?? []) {
    for (const each of assertionResults) {
      // The errors of a first try stay with a test that passes at the second.
      if (each.failureMessages.length === 0) continue;
      const failed = each.status !== 'passed';
      messages.push({ name: `${name} › ${each.fullName}`, failed, lines: brief(each.failureMessages[0]) });
    }
    if (status === 'failed' && message) messages.push({ name, failed: true, lines: brief(message) });
  }
  return {
    passed: found.numPassedTests ?? 0,
    failed: found.numFailedTests ?? 0,
    skipped: (found.numPendingTests ?? 0) + (found.numTodoTests ?? 0),
    second: messages.filter((each) => !each.failed).length,
    messages,
  };
}

/** The same of Playwright's JSON report. */
export function readPlaywright(file) {
  const { stats = {}, suites = [] } = read(file);
  const messages = [];
  const walk = (suite) => {
    for (const { title, file: path, line, tests } of suite.specs ?? [])
      for (const { status, results } of tests)
        if (status === 'unexpected' || status === 'flaky')
          messages.push({
            name: `${path}:${line} › ${title}`,
            failed: status === 'unexpected',
            lines: brief(results.find((result) => result.error)?.error.message),
          });
    for (const inner of suite.suites ?? []) walk(inner);
  };
  for (const suite of suites) walk(suite);
  return {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
    second: stats.flaky ?? 0,
    messages,
  };
}
