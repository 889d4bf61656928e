import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts these files first, the slowest at the beginning: without a cache vitest starts with the largest, and a slow file that
 * starts late runs alone at the end.
 */
const slow = [
  'e2e/backup',
  'e2e/rabbitmq',
  'every-call/matrix',
  'every-call/robustness',
  'modules/params/params',
  'sites/history-limits',
  'seed/business/business',
  'embedded/postgres.',
  'e2e/durability/',
  'e2e/tracing',
  'e2e/start-up',
  'uplink-subscriber',
];
const placeOf = ({ moduleId }: TestSpecification) => {
  const place = slow.findIndex((name) => moduleId.includes(name));
  return place < 0 ? slow.length : place;
};

export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
