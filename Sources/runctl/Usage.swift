/// The usage text of the program as a whole.
enum Usage {
    static let program = """
        usage: runctl COMMAND [OPTION …] [ARGUMENT …]

        Controls rund, the run recorder, and works on what it recorded.

        record a run:
          start       begin a run
          stop        end it
          pause       pause it
          resume      go on after a pause
          lap         end the present lap
          mark        mark this moment and place
          segment     begin or end a stretch that has a name
          status      show what rund does now
          watch       show the run as it goes on, on the whole screen
          continue    go on with a run that was stopped by mistake

        recorded runs:
          list        list them, or totals by week, month or year
          show        show one: totals, sources, laps, splits
          marks       show the marks of one, or those without a run
          export      write one as a file of another format
          report      write a page for a browser about one, or about all
          edit        change a note or an activity, correct a distance
          delete      move runs to the trash
          restore     take runs back from the trash
          import      add runs that were recorded elsewhere
          upload      send runs to a service
          uploads     show what waits to be sent, or send it
          live        tell others where the run is while it is recorded

        files:
          replay      print the run that a sensor log makes
          convert     turn one track format into another

        the recorder:
          alert       try the alarm, or mute it for a while
          ack         silence an alert
          sensors     show each sensor, and whether it is in use
          calibrate   show the step lengths, or set them by a known distance
          setup       make a recorder of this machine, and prove it
          doctor      look at everything that recording and the alarm depend on
          config      show the settings, and where each comes from
          check       check the database, and recompute runs
          backup      copy the database, also while recording
          recover     copy what can be read from a damaged database
          completion  print the completion script of a shell

          -h, --help       show this text; runctl COMMAND --help shows more
          -V, --version    show the version

        runctl help json describes what --json prints.
        exit status: 0 done, 1 the answer is no or a part was skipped, 64 usage, 65 nothing usable,
        69 rund is not reachable, 70 fault, 74 reading or writing failed, 78 configuration

        """
}
