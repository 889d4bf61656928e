export { runProgram } from './run-program.ts';
export { type CyclerMaker, cyclerFile, cyclerLines, cyclerMakers } from './write-file.ts';
