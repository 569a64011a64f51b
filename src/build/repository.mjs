// Where this repository's folders are. Every script of src/build takes its paths from here.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {...string} parts relative to the repository */
export const inRepository = (...parts) => path.join(root, ...parts);

/** The sample team a newcomer sees first, relative to the repository. */
export const sampleFolder = 'media/samples/industry-research';
