import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than ten seconds each. */
const slow =
  /e2e\/(backup|rabbitmq|durability|tracing|start-up)|every-call\/(matrix|robustness)|params\/params|history-limits|business\/business|embedded\/postgres\.|uplink-subscriber/;
const isSlow = ({ moduleId }: TestSpecification) => Number(slow.test(moduleId));

/** Without a cache vitest starts with the largest files: a slow one that starts late would run alone at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => isSlow(b) - isSlow(a));
  }
}
