// Stands in for the native module of the same name: ends this process when the given parent process is gone.
const checkEveryMs = 1000;
const parentGone = 87;

exports.start = (parentPid) => {
  setInterval(() => {
    try {
      process.kill(parentPid, 0);
    } catch (error) {
      if (error.code === 'ESRCH') process.exit(parentGone);
    }
  }, checkEveryMs).unref();
};
