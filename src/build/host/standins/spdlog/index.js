// Stands in for the native logger of the same name: appends lines to the log file, without rotation.
const fs = require('node:fs');
const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];
const info = 2;

class Logger {
  constructor(file) {
    this.file = file;
    this.level = info;
    this.isRaw = false;
  }

  write(level, message) {
    if (level < this.level) return;
    const at = new Date().toISOString().replace('T', ' ').slice(0, -1);
    try {
      fs.appendFileSync(this.file, this.isRaw ? message : `${at} [${levels[level]}] ${message}\n`);
    } catch {
      // A log that cannot be written must not end the server; its folder is removed while it still writes.
    }
  }

  trace(message) { this.write(0, message); }
  debug(message) { this.write(1, message); }
  info(message) { this.write(2, message); }
  warn(message) { this.write(3, message); }
  error(message) { this.write(4, message); }
  critical(message) { this.write(5, message); }
  setLevel(level) { this.level = level; }
  getLevel() { return this.level; }
  clearFormatters() { this.isRaw = true; }
  setPattern() {}
  flush() {}
  drop() {}
}

const createLogger = async (_name, file) => new Logger(file);

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
