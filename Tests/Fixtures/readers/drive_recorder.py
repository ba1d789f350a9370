"""Drives a recorder through the varlink package of PyPI, and prints what it answers.

usage: drive_recorder.py SOCKET
"""

import json
import sys

import varlink

address = "unix:" + sys.argv[1]
name = "org.rund.Recorder"


def tell(step, value):
    print(json.dumps([step, value]), flush=True)


with varlink.Client(address) as client:
    tell("interfaces", sorted(client.get_interfaces()))
    methods = client.get_interface(name)
    with client.open(name) as recorder:
        try:
            recorder.Stop()
        except varlink.VarlinkError as error:
            tell("error", error.error())
        tell("start", recorder.Start(activity="walk", indoor=False, note="by varlink")["run"])
        tell("pause", recorder.Pause())
        try:
            recorder.Pause()
        except varlink.VarlinkError as error:
            tell("error", error.error())
        tell("resume", recorder.Resume())
        with client.open(name) as watcher:
            states = []
            for reply in watcher.Status(_more=True):
                states.append(reply["status"]["state"])
                if len(states) == 1:
                    recorder.Mark(text="here")
                if len(states) == 2:
                    break
            tell("watch", states)
        try:
            recorder.Reload(unknown=1)
        except Exception as error:
            tell("parameter", type(error).__name__)
        tell("stop", recorder.Stop()["run"]["note"])
