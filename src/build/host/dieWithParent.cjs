// Preloaded into the server: ends it when the process that started it is gone, however that ended. It ends nothing else.
const parent = process.ppid;
const checkEveryMs = 500;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, checkEveryMs).unref();
