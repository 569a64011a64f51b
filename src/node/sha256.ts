/** SHA-256 by the machine's own crypto. */
import * as crypto from 'node:crypto';
import type { Sha256 } from '../engine/shared/ports';

/** Hosts may bring a crypto of their own that lacks it. */
const oneShot = crypto.hash as typeof crypto.hash | undefined;

/** A hash object for each text takes longer than the hashing of a short one. */
export const sha256: Sha256 = oneShot === undefined ? (text) => crypto.createHash('sha256').update(text, 'utf8').digest('hex') : (text) => oneShot('sha256', text, 'hex');
